/**
 * Replaces the form data package in the bundle. The vendor's SDK uses the package only to detect form bodies, and the
 * extension sends none.
 */
export default class NoForm {
  /** Never called, because no request body is a form. */
  getBuffer(): never {
    throw new Error("form bodies aren't supported");
  }
}
