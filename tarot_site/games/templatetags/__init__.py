"""Small helps for the templates of the table."""
