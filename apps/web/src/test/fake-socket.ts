/** Stands for the browser's WebSocket; a test plays the server. */
export class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  static forget(): void {
    FakeSocket.opened = [];
  }
  readonly url: string;
  /** What the page said. */
  readonly sent: unknown[] = [];
  constructor(url: string | URL) {
    super();
    this.url = String(url);
    FakeSocket.opened.push(this);
  }
  close() {}
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  open() {
    this.dispatchEvent(new Event('open'));
  }
  lose() {
    this.dispatchEvent(new Event('close'));
  }
  receive(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}
