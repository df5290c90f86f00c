"""The reader of English: seven stages from a line to what it says, and back."""
