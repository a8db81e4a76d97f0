/**
 * How many values a text in JSON holds at least, and how deep it is, before anything is made of it: brackets and commas outside of
 * its texts are counted, and each value has one before it. Ends where it is past one of `max`. The text may be no JSON.
 */
export function countInJson(
  text: string,
  max: { depth: number; values: number },
): { depth: number; values: number } {
  let values = 1;
  let open = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x2c) values += 1;
    else if (code === 0x7b || code === 0x5b) {
      open += 1;
      values += 1;
      depth = Math.max(depth, open);
    } else if (code === 0x7d || code === 0x5d) open -= 1;
    if (values > max.values || depth > max.depth) break;
  }
  return { depth, values };
}
