import { josa } from 'es-hangul';

type Particle = Parameters<typeof josa>[1];

/**
 * The word with the Korean particle its last sound asks for. A word in Latin letters may be read in several ways, so it
 * gets both forms, as Korean software writes it: `config.json을(를)`.
 */
export function withParticle(word: string, particle: Particle): string {
  const last = word.at(-1) ?? '';
  if (/[가-힣]/.test(last)) return josa(word, particle);
  if (/\d/.test(last)) return word + josa.pick(digitNames[Number(last)] ?? last, particle);
  const [afterConsonant = '', afterVowel = ''] = particle.split('/');
  return `${word}${bothForms[particle] ?? `${afterConsonant}(${afterVowel})`}`;
}

const digitNames = ['영', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];

const bothForms: Partial<Record<Particle, string>> = { '와/과': '와(과)', '으로/로': '(으)로' };
