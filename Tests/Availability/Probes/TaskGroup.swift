// Refused: withDiscardingTaskGroup(returning:isolation:body:)
public func tooNew() async {
    await withDiscardingTaskGroup { group in group.addTask {} }
}
