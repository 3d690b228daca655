/// One run of a model for all views that show it: it begins with the first, and ends with the last or by itself.
@MainActor
final class SharedRun {
    private var task: Task<Void, Never>?
    private var viewCount = 0

    /// Joins the run, or begins it once an earlier one that was cancelled has ended.
    func join(_ body: @escaping @MainActor () async -> Void) async {
        if Task.isCancelled { return }
        let task: Task<Void, Never>
        if let running = self.task, !running.isCancelled {
            task = running
        } else {
            let earlier = self.task
            viewCount = 0
            task = Task {
                await earlier?.value
                await body()
            }
            self.task = task
        }
        viewCount += 1
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { @MainActor in leave(task) }
        }
        if self.task == task { self.task = nil }
    }

    private func leave(_ left: Task<Void, Never>) {
        guard left == task else { return }
        viewCount -= 1
        if viewCount == 0 { left.cancel() }
    }
}
