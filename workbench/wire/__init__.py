"""What goes over a wire, for every server: data as classes, requests as they are read, refusals, and schemas."""
