:- table active/1, inactivated/1.
active(C) :- in_play(C), face_up(C), tnot(inactivated(C)).
inactivated(C) :- deactivates(R, C), active(R).
