/// The version of this program; nothing was released yet.
let knavVersion = "unreleased"
