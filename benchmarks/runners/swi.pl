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
    get_time(Start),
    findall(N-Answer, (between(0, Last, N), flip(N), holds(Goal, Answer)), Pairs),
    get_time(End),
    Mean is (End - Start) / Count,
    format('{"load": 0.0, "evaluate": ~9f}~n', [Mean]),
    write_answers(Answers, member(N-Answer, Pairs), [N, Answer]).
run(_, Program, Facts, Goal, Answers, _) :-
    get_time(Start),
    load_files([Facts, Program], [silent(true)]),
    get_time(Loaded),
    forall(Goal, true),
    get_time(End),
    Load is Loaded - Start,
    Evaluate is End - Loaded,
    format('{"load": ~9f, "evaluate": ~9f}~n', [Load, Evaluate]),
    Goal =.. [_ | Row],
    write_answers(Answers, answer(Goal, Row, Columns), Columns).

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
