// The program that does nothing: what Node itself and the meter cost.
