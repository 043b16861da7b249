"""Prints resolved trees in a language other than that of the rules, from the patterns of its catalogue.

A pattern is a text with slots. `{what}` stands for a part of the tree, and `{what:acc}` for a form of its name. Words
agree with a part: `{what:is;are}` by its number, `{what~even:ins}` is an adjective with its gender and number in a
case. In a pattern of a name, `{head}` is the noun in the form that is asked for, and `{~that}` an adjective that
agrees with it. What a game does not say in the language is printed as its rules say it; see `PatternPrinter.missing`.

The phrases of a game have sentences in the language (`Phrase.sentences`), whose slots work the same way.
"""
