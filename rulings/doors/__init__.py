"""The two doors between files and the program: everything is read by one, written by the other."""
