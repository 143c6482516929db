"""What pages show: values for templates, made from models and positions."""
