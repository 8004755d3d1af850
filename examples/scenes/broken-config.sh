# A project whose configuration has a number written as a word.
. "$SCENES/calculator.sh"
mkdir -p .orchestral/config
printf '{\n  "max_iterations": "five"\n}\n' > .orchestral/config/global.json
