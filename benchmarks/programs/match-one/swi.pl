:- table misfit/2, fits/2.
misfit(C, P) :- card(C), word_of(P, W), \+ ctype(C, W).
fits(C, P) :- card(C), phrase(P), \+ misfit(C, P).
