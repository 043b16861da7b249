"""The driver: the part of the generated module that is the same for every program, except for its numbers.

It is source, not functions, so that addresses are constants and the sink `x` costs nothing without tracing.
The function of an entry returns the next frame to run, or: 0 if the strand waits, or the match is over;
-1 if strands were started; -2 if a strand has ended. The innermost loop is a trampoline: frames of the rules
are never frames of Python.

`n` iterates over the steps that are left until the next decision: each loop takes one per iteration, other code
takes as many as it counts, and if none are left, the rules ran too long.
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
        raise translate(error, m) from None

def act_main(m, action, nobody):
    try:
        f = m[$STACKS]
        n = iter(STEPS)
        f = RESUME[m[f + 1]](m, f, action, n, x)
        if f: run(m, f, n, x)
    except MACHINE_ERRORS as error:
        raise translate(error, m) from None

def actions(m, strand):
    f = m[$STACKS + strand * $STACK]
    try:
        return OPTIONS[m[f + 1]](m, f)
    except MACHINE_ERRORS as error:
        raise translate(error, m) from None

def actions_main(m):
    f = m[$STACKS]
    try:
        return OPTIONS[m[f + 1]](m, f)
    except MACHINE_ERRORS as error:
        raise translate(error, m) from None
"""
