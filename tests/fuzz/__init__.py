"""Generated and damaged inputs for everything that reads what people or files say."""
