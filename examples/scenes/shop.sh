# A list of six tasks, of which one never works. A script plays the agents.
. "$SCENES/new-user.sh"
cat > TASKS.md <<'END'
# Shop

- [ ] T1.1: Write one
- [ ] T1.2: Write two
  - [ ] `test -s two.txt` passes
- [ ] T1.3: Write three
  - deps: [T1.1]
- [ ] T1.4: Never works
- [ ] T2.1: Write five
  - deps: [T1.3]
- [ ] T2.2: Write six
  - deps: [T1.4]
END
cat > "$HOME/agents.yaml" <<'END'
version: 1
roles:
  task-executor: [{ say: I cannot do this. }]
tasks:
  T1.1: [{ say: Writing it down., edit: { one.txt: "1\n" } }]
  T1.2:
    - { say: That was easy., edit: { two.txt: "" } }
    - { say: Now it has content., edit: { two.txt: "2\n" } }
  T1.3: [{ say: Writing it down., edit: { three.txt: "3\n" } }]
  T2.1: [{ say: Writing it down., edit: { five.txt: "5\n" } }]
  T2.2: [{ say: Writing it down., edit: { six.txt: "6\n" } }]
END
case "$LANG" in ko*) sed -i "s/I cannot do this/할 수 없습니다/" "$HOME/agents.yaml" ;; esac
git init --quiet && git add . && git commit --quiet -m 'A list of tasks'
