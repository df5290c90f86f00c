fits(C, P) :- card(C), phrase(P), forall(word_of(P, W), ctype(C, W)).
