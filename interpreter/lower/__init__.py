"""From a checked game to a program: `lower`."""

from .flow import Start
from .info import Action, Event, Lowered, Need, Site
from .lowerer import lower

__all__ = ["Action", "Event", "Lowered", "Need", "Site", "Start", "lower"]
