"""What a checked game is: its names, its boards, its rules, and what its texts read and write."""
