/**
 * The circles of a graph: for each group of nodes that all lead to one another, its nodes, sorted. `arrows` names where each
 * node leads.
 */
export function circles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  // By Tarjan: when each node was visited, and the nodes whose group is not closed.
  const places = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const place = places.size;
    places.set(node, place);
    open.push(node);
    let low = place;
    for (const next of arrows.get(node) ?? []) {
      if (!places.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, places.get(next) ?? low);
    }
    if (low === place) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const node of arrows.keys()) if (!places.has(node)) visit(node);
  return found;
}
