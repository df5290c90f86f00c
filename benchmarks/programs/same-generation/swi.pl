:- table sg/2.
sg(X, Y) :- parent(P, X), parent(P, Y).
sg(X, Y) :- parent(A, X), sg(A, B), parent(B, Y).
