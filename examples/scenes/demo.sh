# Nothing to prepare: the demo makes its own project.
