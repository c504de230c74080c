/** Stands in the bundle where the vendor's SDK asks whether a body is a form: none of ours is. */
export default class NoForm {
  /** What the SDK would call on one. */
  getBuffer(): never {
    throw new Error('nothing is sent as a form');
  }
}
