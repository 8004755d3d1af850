import { Component, type ReactNode } from 'react';
import { Page } from '../frame/page.tsx';
import { Problem } from './problem.tsx';

interface Props {
  /** Elsewhere is another page, which may well be shown. */
  readonly place: string;
  readonly children: ReactNode;
}

/** A page that cannot be shown says so, and can be loaded again: its script may be that of an older version, and gone. */
export class Boundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { readonly error: Error } {
    // Whatever it is: that the server cannot be reached would be a guess.
    return { error: new Error(error.message) };
  }

  override componentDidUpdate({ place }: Props): void {
    if (place !== this.props.place && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Page crumbs={[{ label: 'Orchestral' }]}>
        <Problem error={error} retry={() => location.reload()} />
      </Page>
    );
  }
}
