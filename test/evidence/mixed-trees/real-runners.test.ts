import { needs } from '../../support/needs.ts';
import { nodeTest, pytest, unittest } from './runners.ts';
import { esModules, python, tellStories } from './stories.ts';
import { oneIn } from '../../support/one-in.ts';

const it = oneIn(3);

it('node:test shows what the trees are for', () =>
  tellStories(esModules(nodeTest, "import { test } from 'node:test';\n")));

it('unittest shows it, too', async (context) => {
  needs(context, 'python3');
  await tellStories(python(unittest, 'classes'));
});

it('pytest shows it, too', async (context) => {
  needs(context, 'python3', 'pytest');
  await tellStories(python(pytest, 'functions'));
});
