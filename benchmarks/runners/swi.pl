% SWI-Prolog with tabling, under the well-founded semantics.
% Usage: swipl swi.pl KIND PROGRAM FACTS GOAL ANSWERS FLIPS; ANSWERS is '-' when none are wanted.

:- initialization(main, main).

main :-
    current_prolog_flag(argv, [Kind, Program, Facts, Text, Answers, Flips]),
    term_to_atom(Goal, Text),
    run(Kind, Program, Facts, Goal, Answers, Flips).

run(update, Program, Facts, Goal, Answers, Flips) :-
    !,
    load_files(Program, [silent(true)]),
    setup_call_cleanup(open(Facts, read, In), assert_all(In), close(In)),
    ignore(Goal),
    atom_number(Flips, Count),
    Last is Count - 1,
    now(Start),
    findall(N-Answer, (between(0, Last, N), flip(N), holds(Goal, Answer)), Pairs),
    now(End),
    report(Start, Start, End, Count),
    write_answers(Answers, member(N-Answer, Pairs), [N, Answer]).
run(_, Program, Facts, Goal, Answers, _) :-
    now(Start),
    load_files([Facts, Program], [silent(true)]),
    now(Loaded),
    forall(Goal, true),
    now(End),
    report(Start, Loaded, End, 1),
    Goal =.. [_ | Row],
    write_answers(Answers, answer(Goal, Row, Columns), Columns).

now(time(Wall, Cpu)) :-
    get_time(Wall),
    statistics(process_cputime, Cpu).

report(time(Wall, Cpu), time(Loaded, _), time(WallEnd, CpuEnd), Count) :-
    Load is Loaded - Wall,
    Seconds is (WallEnd - Wall) / Count,
    CpuSeconds is (CpuEnd - Cpu) / Count,
    format('{"load": ~9f, "seconds": ~9f, "cpu": ~9f}~n', [Load, Seconds, CpuSeconds]).

answer(Goal, Row, Columns) :-
    call_delays(Goal, Delays),
    (   Delays == true
    ->  Columns = Row
    ;   append(Row, [undefined], Columns)
    ).

write_answers(-, _, _) :- !.
write_answers(File, Goal, Columns) :-
    setup_call_cleanup(
        open(File, write, Out),
        forall(Goal, (atomic_list_concat(Columns, '\t', Line), format(Out, '~w~n', [Line]))),
        close(Out)).

assert_all(In) :-
    repeat,
    read(In, Fact),
    (   Fact == end_of_file
    ->  !
    ;   assertz(user:Fact),
        fail
    ).

flip(N) :- N mod 2 =:= 0, !, retract(user:face_up(0)).
flip(_) :- assertz(user:face_up(0)).

holds(Goal, 1) :- call(Goal), !.
holds(_, 0).
