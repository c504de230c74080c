/** The contribution of a command to package.json. `npm run generate` writes it there. Doesn't use VS Code. */

export interface CommandContribution {
  readonly id: string;
  /** Title in English. `l10n/bundle.l10n.<language>.json` contains the translations. */
  readonly title: string;
  /** Title in English for menus that show it on a button. Its translations are under `command.<id>.short`. */
  readonly shortTitle?: string;
  /** Name of a codicon. */
  readonly icon?: string;
  /**
   * The `when` clause for the Command Palette, or false to hide the command there. If undefined, the command is always
   * shown.
   */
  readonly palette?: string | false;
  /** Positions in other menus. */
  readonly menus?: readonly MenuLocation[];
}

export interface MenuLocation {
  readonly menu: CommandMenu;
  /** The group and the position in it, such as `1_osc@2`. */
  readonly group: string;
  /** A `when` clause. If undefined, the command is always shown. */
  readonly when?: string;
}

/** The VS Code menus that contain commands of the extension, and the submenus that package.json contributes. */
type CommandMenu =
  | 'editor/title'
  | 'editor/context'
  | 'explorer/context'
  | 'view/title'
  | 'view/item/context'
  | 'osc.kata'
  | 'osc.peerPods';

/** A command of a feature. It loads with the feature. */
export interface FeatureCommand<Context> extends CommandContribution {
  /**
   * Runs the command. If it rejects, the user sees the error.
   * @param given the argument from VS Code: a view row, a file, or any other value
   */
  run(context: Context, given: unknown): Promise<void>;
}
