// Package reproduce repeats the numerical experiments of the paper: the figure of its introduction, section 9 and appendix A.
//
// An Experiment consists of pieces. Each piece takes up to a few minutes and has a key made from all its parameters, so that finished
// pieces can be stored and need not be repeated. The experiment's report reads the pieces and lists, claim by claim, what the paper says,
// what was measured, and whether the two agree; it makes figures and tables as plain values.
//
// The package has no files and no clock: a Lab provides the data and the time. All randomness comes from fixed seeds.
//
// What the paper leaves open, and what is done here:
//   - Which 80 % of the rows its figures train on: a random draw, the same for all rivals.
//   - The rates: descent.Search, for each rival and each problem; for the table, a grid on the validation rows.
//   - How long its rivals train: as many epochs as Plan says, far longer than the convex solve takes.
//   - The convex solver is ours, not SCS, and gradients are ours, not PyTorch's: seconds are not comparable with the paper's, ratios are.
package reproduce
