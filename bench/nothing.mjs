// An empty program. It shows the cost of Node itself and of the measurement.
