/** A generated row with narrower types for columns whose values only the code knows, such as statuses and JSON. */
export type Narrowed<Row, Columns extends { [Name in keyof Columns]: Name extends keyof Row ? unknown : never }> = Omit<
  Row,
  keyof Columns
> &
  Columns;
