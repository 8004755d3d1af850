# A calculator that can add, in a repository with one commit.
. "$SCENES/new-user.sh"
mkdir -p src test
cat > package.json <<'END'
{ "name": "calculator", "type": "module", "scripts": { "test": "node --test" } }
END
cat > src/add.js <<'END'
export const add = (a, b) => a + b;
END
cat > test/add.test.js <<'END'
import assert from 'node:assert/strict';
import test from 'node:test';
import { add } from '../src/add.js';

test('adds', () => assert.equal(add(1, 2), 3));
END
git init --quiet && git add . && git commit --quiet -m 'A calculator that can add'
