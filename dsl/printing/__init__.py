"""Resolved trees as canonical English."""
