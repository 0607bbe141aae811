// An empty program, to measure the cost of Node itself and of the meter.
