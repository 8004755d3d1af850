/** Cycles, each beginning with that one of its nodes that comes first, and ending with it again; `most` of them at most. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>, most = 20): string[][] {
  const order = new Map([...graph.keys()].map((node, index) => [node, index]));
  const finished = new Set<string>();
  const cycles: string[][] = [];
  for (const root of graph.keys()) {
    // An own stack: a chain of 10,000 is deeper than the runtime's.
    const path: { node: string; next: number }[] = [];
    const depth = new Map<string, number>();
    const enter = (node: string): void => {
      depth.set(node, path.length);
      path.push({ node, next: 0 });
    };
    if (!finished.has(root)) enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = graph.get(top.node)?.[top.next];
      top.next += 1;
      if (next === undefined) {
        finished.add(top.node);
        depth.delete(top.node);
        path.pop();
        continue;
      }
      const back = depth.get(next);
      if (back !== undefined) {
        cycles.push(
          fromTheFirst(
            path.slice(back).map(({ node }) => node),
            order,
          ),
        );
        if (cycles.length === most) return cycles;
      } else if (!finished.has(next) && graph.has(next)) enter(next);
    }
  }
  return cycles;
}

function fromTheFirst(cycle: readonly string[], order: ReadonlyMap<string, number>): string[] {
  const place = (node: string): number => order.get(node) ?? 0;
  const first = cycle.reduce((least, node, index) => (place(node) < place(cycle[least] ?? '') ? index : least), 0);
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
  return [...turned, ...turned.slice(0, 1)];
}
