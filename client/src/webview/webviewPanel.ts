/** Shows one state in a webview panel. The complete state is sent whenever it changes and each time the page loads. */
import { Uri, window, type ViewColumn, type WebviewPanel } from 'vscode';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import { pageHtml } from './html.ts';
import { getMessageType } from './message.ts';
import { style } from './style.ts';
import { untilActive } from './untilActive.ts';

export interface PanelOptions<Message> {
  /** The type by which VS Code identifies this kind of panel. */
  readonly viewType: string;
  readonly title: string;
  readonly column: ViewColumn;
  /** The bundle with the page script. */
  readonly script: Uri;
  /** The style of this page in addition to the shared style. */
  readonly style?: string;
  /** True if the first control of the page receives the keyboard focus. Set it for a page that a command opens. */
  readonly takesFocus?: boolean;
  /** The panel that VS Code restored after the window reloaded. If undefined, a new panel is created. */
  readonly restored?: WebviewPanel;
  /** Validates a message from the page. Returns undefined if the message isn't allowed. */
  readonly read: (message: unknown) => Message | undefined;
  readonly onMessage: (message: Message) => void;
  readonly onClose: () => void;
  /** Called when the page becomes visible or hidden. */
  readonly onVisible?: (visible: boolean) => void;
}

export interface WebviewPanelHandle<State> {
  show(state: State): void;
  /** Sends a message that isn't stored. A page that isn't loaded doesn't receive it. */
  tell(message: object): void;
  reveal(): void;
  /** Reveals the page and moves the keyboard focus to its first control. Call it only when the user runs a command. */
  focus(): void;
  /** Resolves when the page has loaded for the first time. */
  readonly whenLoaded: Promise<void>;
  /** Moves the page to another editor group. */
  moveTo(column: ViewColumn): void;
  /**
   * Waits until VS Code detects that the page has the keyboard focus. Call it before a click on the page opens an
   * editor or asks a question.
   */
  hasKeyboard(): Promise<void>;
  dispose(): void;
}

/** Opens a panel. Only a panel with `takesFocus` receives the keyboard focus. */
export function openPanel<State extends object, Message>(options: PanelOptions<Message>): WebviewPanelHandle<State> {
  return new StatePanel<State, Message>(options);
}

class StatePanel<State extends object, Message> implements WebviewPanelHandle<State> {
  readonly whenLoaded: Promise<void>;
  readonly #options: PanelOptions<Message>;
  readonly #panel: WebviewPanel;
  readonly #takesFocus: boolean;
  #state: State | undefined;
  #isOpen = true;
  // VS Code unloads a hidden page. The page sends `ready` again after it loads.
  #isLoaded = false;
  #wantsFocus: boolean;
  #noteLoaded: () => void = () => undefined;

  constructor(options: PanelOptions<Message>) {
    const { script, style: own = '', restored } = options;
    this.#options = options;
    this.#takesFocus = options.takesFocus === true;
    this.#wantsFocus = this.#takesFocus && restored === undefined;
    this.whenLoaded = new Promise<void>((resolve) => {
      this.#noteLoaded = resolve;
    });
    const title = sanitizeLabel(options.title);
    const panel = createWebviewPanel(options, title);
    this.#panel = panel;
    panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidChangeViewState(({ webviewPanel }) => {
      if (!webviewPanel.visible) this.#isLoaded = false;
      options.onVisible?.(webviewPanel.visible);
    });
    panel.onDidDispose(() => {
      this.#isOpen = false;
      options.onClose();
    });
    const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    panel.webview.html = pageHtml({
      title,
      nonce,
      script: panel.webview.asWebviewUri(script).toString(),
      style: `${style}${own}`,
    });
  }

  show(state: State): void {
    this.#state = state;
    this.tell(state);
  }

  tell(message: object): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window: it goes to our page alone
    if (this.#isOpen) this.#panel.webview.postMessage(message).then(undefined, () => undefined);
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  focus(): void {
    this.#wantsFocus = true;
    this.#panel.reveal(undefined, false);
    this.#giveFocus();
  }

  moveTo(column: ViewColumn): void {
    if (!this.#isOpen) return;
    this.#wantsFocus = this.#takesFocus;
    this.#panel.reveal(column, !this.#takesFocus);
    this.#giveFocus();
  }

  hasKeyboard(): Promise<void> {
    return untilActive({
      isActive: () => !this.#isOpen || this.#panel.active,
      onChange: this.#panel.onDidChangeViewState,
    });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #receive(message: unknown): void {
    // The page sends `ready` when it can receive messages: at first, and after it was hidden.
    if (getMessageType(message) === 'ready') {
      this.#isLoaded = true;
      this.#noteLoaded();
      if (this.#state !== undefined) this.tell(this.#state);
      this.#giveFocus();
      return;
    }
    const known = this.#options.read(message);
    if (known !== undefined) this.#options.onMessage(known);
  }

  #giveFocus(): void {
    if (!this.#isLoaded || !this.#wantsFocus) return;
    this.#wantsFocus = false;
    this.tell({ type: 'focus' });
  }
}

function createWebviewPanel(
  {
    viewType,
    column,
    script,
    takesFocus,
    restored,
  }: Pick<PanelOptions<unknown>, 'viewType' | 'column' | 'script' | 'takesFocus' | 'restored'>,
  title: string,
): WebviewPanel {
  const allowed = { enableScripts: true, enableForms: false, localResourceRoots: [Uri.joinPath(script, '..')] };
  if (restored === undefined) {
    return window.createWebviewPanel(
      viewType,
      title,
      { viewColumn: column, preserveFocus: takesFocus !== true },
      { ...allowed, enableFindWidget: true },
    );
  }
  restored.webview.options = allowed;
  return restored;
}
