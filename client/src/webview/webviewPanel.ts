/** A webview panel that shows one state: it is sent whole, and anew whenever the page was loaded again. */
import { Uri, window, type ViewColumn, type WebviewPanel } from 'vscode';
import { visible } from '#core/text/sanitize.ts';
import { pageHtml } from './html.ts';
import { messageType } from './message.ts';
import { style } from './style.ts';
import { untilActive } from './untilActive.ts';

export interface PanelOptions<Message> {
  /** What VS Code knows this kind of panel by. */
  readonly viewType: string;
  readonly title: string;
  readonly column: ViewColumn;
  /** The bundle with the page's script. */
  readonly script: Uri;
  /** How this page looks besides what all have. */
  readonly style?: string;
  /** The page receives the keyboard focus, in its first control. Set it for a page that a command opens. */
  readonly takesFocus?: boolean;
  /** The panel that VS Code restored after the window was reloaded. Undefined: a new one is created. */
  readonly restored?: WebviewPanel;
  /** A message of the page; undefined when it is none that it may send. */
  readonly read: (message: unknown) => Message | undefined;
  readonly onMessage: (message: Message) => void;
  readonly onClose: () => void;
  /** It is seen now, or no more. */
  readonly onVisible?: (visible: boolean) => void;
}

export interface Panel<State> {
  show(state: State): void;
  /** Says something to the page that is not kept: who was not there has not missed it. */
  tell(message: object): void;
  reveal(): void;
  /** Reveals the page, and moves the keyboard focus to its first control. Call it only for a command of the user. */
  focus(): void;
  /** Resolves when the page was loaded for the first time. */
  readonly whenLoaded: Promise<void>;
  /** Moves the page to another editor group. */
  moveTo(column: ViewColumn): void;
  /** Waits until VS Code knows that the page has the keyboard. Call it before a click on the page shows an editor or asks something. */
  hasKeyboard(): Promise<void>;
  dispose(): void;
}

/** Opens a panel. Only one with `takesFocus` moves the keyboard focus. */
export function openPanel<State extends object, Message>(options: PanelOptions<Message>): Panel<State> {
  const { viewType, column, script, style: own = '', takesFocus = false, restored, read, onMessage, onClose } = options;
  const title = visible(options.title);
  const allowed = { enableScripts: true, enableForms: false, localResourceRoots: [Uri.joinPath(script, '..')] };
  const panel =
    restored ?? window.createWebviewPanel(viewType, title, { viewColumn: column, preserveFocus: !takesFocus }, { ...allowed, enableFindWidget: true });
  if (restored !== undefined) restored.webview.options = allowed;
  let state: State | undefined;
  let open = true;
  // VS Code unloads a hidden page. The page reports again after it loads.
  let isLoaded = false;
  let wantsFocus = takesFocus && restored === undefined;
  let noteLoaded: () => void = () => undefined;
  const whenLoaded = new Promise<void>((resolve) => {
    noteLoaded = resolve;
  });
  const post = (message: object) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window: it goes to our page alone
    if (open) panel.webview.postMessage(message).then(undefined, () => undefined);
  };
  const send = () => {
    if (state !== undefined) post(state);
  };
  const giveFocus = () => {
    if (!isLoaded || !wantsFocus) return;
    wantsFocus = false;
    post({ type: 'focus' });
  };
  panel.webview.onDidReceiveMessage((message: unknown) => {
    // The page says so when it can listen: at first, and after it was hidden.
    if (messageType(message) === 'ready') {
      isLoaded = true;
      noteLoaded();
      send();
      giveFocus();
    } else {
      const known = read(message);
      if (known !== undefined) onMessage(known);
    }
  });
  panel.onDidChangeViewState(({ webviewPanel }) => {
    if (!webviewPanel.visible) isLoaded = false;
    options.onVisible?.(webviewPanel.visible);
  });
  panel.onDidDispose(() => {
    open = false;
    onClose();
  });
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  panel.webview.html = pageHtml({ title, nonce, script: panel.webview.asWebviewUri(script).toString(), style: `${style}${own}` });
  return {
    show(next) {
      state = next;
      send();
    },
    tell: post,
    reveal: () => panel.reveal(undefined, true),
    focus() {
      wantsFocus = true;
      panel.reveal(undefined, false);
      giveFocus();
    },
    whenLoaded,
    moveTo(to) {
      if (!open) return;
      wantsFocus = takesFocus;
      panel.reveal(to, !takesFocus);
      giveFocus();
    },
    hasKeyboard: () => untilActive({ isActive: () => !open || panel.active, onChange: panel.onDidChangeViewState }),
    dispose: () => panel.dispose(),
  };
}
