"""The plain data of the domain, a subject a module: it knows neither how it is stored nor how it is shown."""
