:- table win/1.
win(X) :- move(X, Y), tnot(win(Y)).
