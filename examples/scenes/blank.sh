# A repository with one commit, and no agent on this machine.
git config --global user.name Me && git config --global user.email me@example.org
git config --global init.defaultBranch main
git init --quiet && git commit --quiet --allow-empty -m begin
