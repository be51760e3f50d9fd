import {
  AliasNode,
  type FromNode,
  IdentifierNode,
  InsertQueryNode,
  type OperationNode,
  OperationNodeTransformer,
  RawNode,
  type ReferenceNode,
  type RootOperationNode,
  SelectQueryNode,
  UpdateQueryNode,
  ValueListNode,
  ValuesNode,
} from 'kysely'

const isGiven = (node: OperationNode | undefined) => node !== undefined && IdentifierNode.is(node) && node.name === 'given'

const selectsOnlyGiven = (from: FromNode | undefined) =>
  from?.froms.length === 1 && AliasNode.is(from.froms[0]!) && isGiven(from.froms[0].alias)

/** Returns a statement without its FROM clause if that has only the table `given`. */
function withoutGiven<Node extends { from?: FromNode }>(node: Node): Node {
  const { from, ...rest } = node
  return selectsOnlyGiven(from) ? (rest as Node) : node
}

/** Replaces the columns of the table `given` by numbered parameters, and omits the table. An insert of only such columns gets VALUES. */
class GivenAsParameters extends OperationNodeTransformer {
  readonly #columns: readonly string[]

  constructor(columns: readonly string[]) {
    super()
    this.#columns = columns
  }

  protected override transformReference(node: ReferenceNode): ReferenceNode {
    const { table, column } = node
    if (!isGiven(table?.table.identifier) || column.kind !== 'ColumnNode') return super.transformReference(node)
    // The compiler of Kysely accepts other nodes here; only the type of this method does not.
    const parameter: OperationNode = RawNode.createWithSql(`?${this.#columns.indexOf(column.column.name) + 1}`)
    return parameter as ReferenceNode
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    return super.transformSelectQuery(withoutGiven(node))
  }

  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    const insert = super.transformInsertQuery(node)
    if (!insert.values || !SelectQueryNode.is(insert.values)) return insert
    const { kind: _, selections = [], ...clauses } = insert.values
    const hasOnlyParameters = selections.every(({ selection }) => RawNode.is(selection))
    if (!hasOnlyParameters || Object.values(clauses).some(clause => clause !== undefined)) return insert
    return { ...insert, values: ValuesNode.create([ValueListNode.create(selections.map(({ selection }) => selection))]) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    return super.transformUpdateQuery(withoutGiven(node))
  }
}

/**
 * Returns an insert or an update over one row `given` with a numbered parameter `?N` in place of each column of the row, where N is the
 * position of the column in `columns`, from 1. SQLite executes it in two thirds of the time that it takes with a subquery `given`. For an
 * insert from a select it would also copy each changed page into a statement journal, which is 7 % of the processor time of a scan. Returns
 * other statements unchanged.
 */
export const withGivenAsParameters = (query: RootOperationNode, columns: readonly string[]): RootOperationNode =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) ? new GivenAsParameters(columns).transformNode(query) : query
