import type { Transcript } from '@tickets/contract/transcripts/transcripts';
import type { Drawing } from './drawing.ts';

const place = '"messages": []';

/** A transcript as the API answers it. */
export function drawJson(transcript: Transcript): Drawing {
  const text = JSON.stringify(transcript, null, 2);
  // In a text its quotes would be escaped.
  const at = text.indexOf(place) + place.length - 1;
  let comma = '';
  return {
    begin: () => text.slice(0, at),
    messages(batch) {
      if (!batch.length) return '';
      const piece = comma + JSON.stringify(batch, null, 2).slice(1, -1);
      comma = ',';
      return piece;
    },
    end: () => text.slice(at),
  };
}
