/** Stands for the browser's WebSocket; a test plays the server. */
export class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  static forget(): void {
    FakeSocket.opened = [];
  }
  close() {}
  send() {}
  readonly url: string;
  constructor(url: string | URL) {
    super();
    this.url = String(url);
    FakeSocket.opened.push(this);
  }
  receive(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}
