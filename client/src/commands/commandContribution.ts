/** What package.json contributes for a command. `npm run generate` writes it there. Doesn't use VS Code. */

export interface CommandContribution {
  readonly id: string;
  /** In English. `package.nls.<language>.json` has the translations, under `command.<id>`. */
  readonly title: string;
  /** For a menu that shows the title on a button, in English. Its translations are under `command.<id>.short`. */
  readonly shortTitle?: string;
  /** The name of a codicon. */
  readonly icon?: string;
  /** The `when` clause in the Command Palette, or false to hide the command there. Without it, always shown. */
  readonly palette?: string | false;
  /** The places in other menus. */
  readonly menus?: readonly MenuPlace[];
}

export interface MenuPlace {
  readonly menu: CommandMenu;
  /** The group and the position in it, such as `1_osc@2`. */
  readonly group: string;
  /** A `when` clause. Without it, always shown. */
  readonly when?: string;
}

/** The menus of VS Code that have commands, and the submenus that package.json contributes. */
type CommandMenu =
  | 'editor/title'
  | 'editor/context'
  | 'explorer/context'
  | 'view/title'
  | 'view/item/context'
  | 'osc.kata'
  | 'osc.peerPods';

/** A command of a feature, loaded with the feature. */
export interface FeatureCommand<Context> extends CommandContribution {
  /**
   * Runs the command. The user sees the error that it rejects with.
   * @param given the argument from VS Code: a row of a view, a file, or anything
   */
  run(context: Context, given: unknown): Promise<void>;
}
