import { Link } from 'wouter';
import { Page } from '../frame/page.tsx';
import { Empty } from '../states/empty.tsx';
import { useWords } from '../words/words.tsx';

export function NotFound() {
  const { states, frame } = useWords();
  return (
    <Page crumbs={[{ label: states.notFound }]}>
      <Empty>
        {states.notFoundHint} <Link href="/">{frame.home}</Link>
      </Empty>
    </Page>
  );
}
