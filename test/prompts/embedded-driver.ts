import { refinerPrompt } from '../../src/prompts/run/refiner.ts';
import { refiner, text } from './briefs.ts';

process.stdout.write(text(refinerPrompt(refiner)));
