import fs from 'node:fs';
import { linksFor } from './links.js';

const [file = '/dev/stdin'] = process.argv.slice(2);
const titles = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean);
for (const link of linksFor(titles)) console.log(link);
