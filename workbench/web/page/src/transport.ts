/** How the page reaches its server: over the network, or, in a page that needs none, in a worker of its own. */

export interface Answer {
  ok: boolean;
  status: number;
  statusText: string;
  data: unknown;
}

/** A connection, as far as the page uses those of browsers. */
export interface Line {
  readonly isOpen: boolean;
  onopen: (() => void) | null;
  onmessage: ((text: string) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** Asks; with a body, it is a POST of JSON. Rejects if nobody answers. */
  request(path: string, body?: unknown): Promise<Answer>;
  /** A new connection. */
  line(): Line;
}

/** A WebSocket to the server from which the page came. */
class Socket implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((text: string) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly socket: WebSocket;

  constructor() {
    const address = `${window.location.protocol === "https:" ? "wss" : "ws"}://${window.location.host}/api/ws`;
    this.socket = new WebSocket(address);
    this.socket.onopen = () => this.onopen?.();
    this.socket.onmessage = (event) => {
      if (typeof event.data === "string") this.onmessage?.(event.data);
    };
    this.socket.onclose = () => this.onclose?.();
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.socket.send(text);
  }

  close(): void {
    this.socket.close();
  }
}

const network: Transport = {
  async request(path, body) {
    const answer = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, status: answer.status, statusText: answer.statusText, data: await answer.json() };
  },
  line: () => new Socket(),
};

export let transport: Transport = network;

/** From now on the page reaches its server in this way. Call it before the page is shown. */
export function reachBy(other: Transport): void {
  transport = other;
}
