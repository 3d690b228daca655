print("knav")
