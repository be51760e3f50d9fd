/** Keeps the thread in which it runs busy for `milliseconds`. */
export const keepThreadBusy = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds)
