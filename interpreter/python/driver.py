"""The driver: the part of the generated module that is the same for every program, but for its numbers.

It is source, not functions, so that addresses are constants and the sink `x` costs nothing without tracing.
A function of an entry gives back the frame to go on with, or: 0 the strand waits, or the match is over;
-1 strands were started; -2 a strand has ended. The innermost loop is a trampoline: no frame of the rules
is a frame of Python.

`n` goes through the steps that are left until the next decision: each loop takes one a turn, whatever else
counts takes its share, and where none is left the rules ran too long.
"""

DRIVER = """
def run(m, f, n, x):
    while True:
        if f > 0: f = ENTER[m[f + 1]](m, f, n, x)
        elif f == 0: return
        elif f == -1: f = begin(m, n, x)
        else: f = join(m)

def begin(m, n, x):
    for s in $OWN_STACKS:
        f = m[s]
        while f > 0: f = ENTER[m[f + 1]](m, f, n, x)
    return join(m)

def join(m):
    for s in $OWN_STACKS:
        if m[s]: return 0
    return m[$STACKS]

def act(m, strand, action, nobody):
    try:
        f = m[$STACKS + strand * $STACK]
        n = iter(STEPS)
        f = RESUME[m[f + 1]](m, f, action, n, x)
        if f: run(m, f, n, x)
    except MACHINE_ERRORS as error:
        raise translate(error) from None

def act_main(m, action, nobody):
    try:
        f = m[$STACKS]
        n = iter(STEPS)
        f = RESUME[m[f + 1]](m, f, action, n, x)
        if f: run(m, f, n, x)
    except MACHINE_ERRORS as error:
        raise translate(error) from None

def actions(m, strand):
    f = m[$STACKS + strand * $STACK]
    try:
        return OPTIONS[m[f + 1]](m, f)
    except MACHINE_ERRORS as error:
        raise translate(error) from None

def actions_main(m):
    f = m[$STACKS]
    try:
        return OPTIONS[m[f + 1]](m, f)
    except MACHINE_ERRORS as error:
        raise translate(error) from None
"""
