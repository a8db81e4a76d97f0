/** The process in which transcripts are drawn, one after the other. It is started by `draw.ts`, and asked by it. */
import { serveParent } from '../../platform/workers/serve-parent.ts';
import type { Drawing, DrawQuestion } from './drawing.ts';
import { drawJson } from './json.ts';
import { drawPage } from './page.ts';
import { drawText } from './plain.ts';

const forms = { html: drawPage, text: drawText, json: drawJson };

let drawing: Drawing | undefined;

// Bytes are counted and sent on as they are.
serveParent(async (question) => Buffer.from(pieceFor(question as DrawQuestion))); // sent by draw.ts

function pieceFor(question: DrawQuestion): string {
  if (question.ask === 'begin') {
    drawing = forms[question.form](question.transcript);
    return drawing.begin();
  }
  if (!drawing) throw new Error('no drawing has begun');
  if (question.ask === 'messages') return drawing.messages(question.batch, question.pictures);
  const end = drawing.end();
  drawing = undefined;
  return end;
}
