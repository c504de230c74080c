/** Connects a page to the extension. */

export interface WebviewHost<Message> {
  send(message: Message): void;
  /** Returns a stored value. Stored values survive while the page is hidden. */
  kept(name: string): unknown;
  keep(state: object): void;
}

// VS Code provides this function. It can be called only once.
declare function acquireVsCodeApi(): {
  postMessage(message: object, transfer?: readonly never[]): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/**
 * Connects the page to the extension, which then sends its content.
 * @param focus moves the keyboard focus to the first control after a command opened the page
 */
export function connectPage<State extends { readonly type: string }, Message extends object>(
  type: State['type'] | readonly State['type'][],
  show: (state: State) => void,
  focus?: () => void,
): WebviewHost<Message> {
  const api = acquireVsCodeApi();
  // This isn't the method of a window. The message goes only to VS Code and has no target origin.
  const send = (message: object) => api.postMessage(message, []);
  const types = typeof type === 'string' ? [type] : type;
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isState<State>(data, types)) show(data);
    else if (isFocus(data)) focus?.();
  });
  send({ type: 'ready' });
  return {
    send,
    kept(name) {
      const state = api.getState();
      return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
    },
    keep: (state) => api.setState(state),
  };
}

function isFocus(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'focus';
}

/**
 * Returns whether the message is a state of the page. Only VS Code can send messages to this frame, and each page
 * receives only states of its types.
 */
function isState<State extends { readonly type: string }>(
  data: unknown,
  types: readonly State['type'][],
): data is State {
  return typeof data === 'object' && data !== null && types.includes(Reflect.get(data, 'type'));
}
